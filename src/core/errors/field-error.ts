import type { StatusCause } from '../../wire/status.ts'
import { quote, shorten } from './quote.ts'

/** One refused field: what a 422 tells in `details.causes` and in its message. */
export interface FieldError {
  field: string
  reason: FieldErrorReason
  /** `Invalid value: "x": detail`, as Kubernetes words it. */
  body: string
}

export type FieldErrorReason =
  | 'FieldValueRequired'
  | 'FieldValueInvalid'
  | 'FieldValueTypeInvalid'
  | 'FieldValueNotSupported'
  | 'FieldValueForbidden'
  | 'FieldValueDuplicate'
  | 'FieldValueNotFound'
  | 'FieldValueTooLong'
  | 'FieldValueTooMany'

export const required = (field: string, detail = ''): FieldError => ({
  field,
  reason: 'FieldValueRequired',
  body: detail ? `Required value: ${detail}` : 'Required value',
})

/** `value` is shown as JSON (strings quote, objects and lists as JSON text). */
export const invalid = (field: string, value: unknown, detail: string): FieldError => ({
  field,
  reason: 'FieldValueInvalid',
  body: `Invalid value: ${quote(value)}: ${detail}`,
})

export const notSupported = (field: string, value: unknown, supported: readonly string[]): FieldError => ({
  field,
  reason: 'FieldValueNotSupported',
  body: `Unsupported value: ${quote(value)}: supported values: ${supported.map(quote).join(', ')}`,
})

export const forbidden = (field: string, detail: string): FieldError => ({
  field,
  reason: 'FieldValueForbidden',
  body: `Forbidden: ${detail}`,
})

export const duplicate = (field: string, value: unknown): FieldError => ({
  field,
  reason: 'FieldValueDuplicate',
  body: `Duplicate value: ${quote(value)}`,
})

export const tooLong = (field: string, maxBytes: number): FieldError => ({
  field,
  reason: 'FieldValueTooLong',
  body: `Too long: may not be more than ${maxBytes} bytes`,
})

export const tooMany = (field: string, count: number, max: number): FieldError => ({
  field,
  reason: 'FieldValueTooMany',
  body: `Too many: ${count}: must have at most ${max} items`,
})

export const toCause = (error: FieldError): StatusCause => ({
  reason: error.reason,
  message: error.body,
  field: shorten(error.field),
})
