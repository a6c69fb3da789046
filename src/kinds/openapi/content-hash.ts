const PRIME_A = 2_654_435_761
const PRIME_B = 1_597_334_677
const SEED_A = 0xdeadbeef
const SEED_B = 0x41c6ce57

/** 64 bits of hexadecimal digits that change with the text: for ETags, not for secrets. */
export function contentHash(text: string): string {
  let a = SEED_A
  let b = SEED_B
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    a = Math.imul(a ^ unit, PRIME_A)
    b = Math.imul(b ^ unit, PRIME_B)
    a = (a << 13) | (a >>> 19)
    b = (b << 17) | (b >>> 15)
  }
  return hex(mix(a ^ b)) + hex(mix(Math.imul(b, PRIME_A) ^ a))
}

function mix(word: number): number {
  const half = Math.imul(word ^ (word >>> 16), 2_246_822_507)
  return half ^ (half >>> 13)
}

const hex = (word: number) => (word >>> 0).toString(16).padStart(8, '0')
