/** One condition on labels. `=` and `==` are `in` with one value, `!=` is `notin`; values are sorted, none twice. */
export type LabelRequirement =
  | { key: string; operator: 'exists' | 'absent' }
  | { key: string; operator: 'in' | 'notin'; values: readonly string[] }
  /** `value` is an integer of 64 bits, in decimal digits */
  | { key: string; operator: 'above' | 'below'; value: string }

/** All must hold; none = everything matches. Plain data. */
export type LabelSelector = readonly LabelRequirement[]
