const QUANTITY = /^([+-]?)(\d+\.?\d*|\.\d+)(Ki|Mi|Gi|Ti|Pi|Ei|n|u|m|k|M|G|T|P|E|[eE][+-]?\d{1,4}|)$/
/** Longer text is no quantity: arithmetic on it would take its time. */
const MAX_LENGTH = 100
const NANO_DIGITS = 9
const NANOS = 10n ** 9n
const MAX_NANOS = (2n ** 63n - 1n) * NANOS
const BINARY = ['', 'Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei']
/** by powers of 1000, from nano */
const DECIMAL = ['n', 'u', 'm', '', 'k', 'M', 'G', 'T', 'P', 'E']
/** Beyond it a number is held at the largest one anyway (and 10 ** n would take its time). */
const MAX_EXPONENT = 64

type Style = 'binary' | 'decimal' | 'exponent'

/**
 * The canonical text of a quantity: no fraction where a smaller suffix avoids it, the largest suffix without loss
 * (`1000m` → `1`, `0.5Gi` → `512Mi`, `1000000` → `1M`). Finer than a billionth is rounded up, more than 2^63-1 is held
 * there. Undefined for text that is no quantity.
 */
export function canonicalQuantity(text: string): string | undefined {
  const match = text.length > MAX_LENGTH ? null : QUANTITY.exec(text)
  if (!match) return undefined
  const [, sign, number = '', suffix = ''] = match
  const [whole = '', fraction = ''] = number.split('.')
  const { style, factor, exponent } = multiplier(suffix)
  const digits = BigInt(whole + fraction) * factor
  const shift = NANO_DIGITS + exponent - fraction.length
  const exact = shift >= 0 ? digits * 10n ** BigInt(Math.min(shift, 2 * MAX_EXPONENT)) : divideUp(digits, -shift)
  const nanos = exact > MAX_NANOS ? MAX_NANOS : exact
  if (nanos === 0n) return '0'
  return (sign === '-' ? '-' : '') + format(nanos, style)
}

function multiplier(suffix: string): { style: Style; factor: bigint; exponent: number } {
  const binary = BINARY.indexOf(suffix)
  if (binary > 0) return { style: 'binary', factor: 1024n ** BigInt(binary), exponent: 0 }
  const decimal = DECIMAL.indexOf(suffix)
  if (decimal >= 0) return { style: 'decimal', factor: 1n, exponent: 3 * (decimal - 3) }
  const exponent = Math.max(-MAX_EXPONENT, Math.min(MAX_EXPONENT, Number(suffix.slice(1))))
  return { style: 'exponent', factor: 1n, exponent }
}

function divideUp(digits: bigint, places: number): bigint {
  const divisor = 10n ** BigInt(places)
  return (digits + divisor - 1n) / divisor
}

function format(nanos: bigint, style: Style): string {
  if (style === 'binary' && nanos % NANOS === 0n && nanos / NANOS >= 1024n) {
    const { rest, power } = strip(nanos / NANOS, 1024n, BINARY.length - 1)
    return `${rest}${BINARY[power]}`
  }
  const { rest, power } = strip(nanos, 1000n, DECIMAL.length - 1)
  if (style !== 'exponent') return `${rest}${DECIMAL[power]}`
  const exponent = 3 * (power - 3)
  return exponent === 0 ? `${rest}` : `${rest}e${exponent}`
}

/** Takes `base` out of `number` as often as it goes. */
function strip(number: bigint, base: bigint, maxPower: number): { rest: bigint; power: number } {
  let rest = number
  let power = 0
  while (power < maxPower && rest % base === 0n) {
    rest /= base
    power++
  }
  return { rest, power }
}
