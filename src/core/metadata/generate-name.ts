/** No vowels and no digits that look like letters: a suffix spells no word and is read without doubt. */
const ALPHABET = 'bcdfghjklmnpqrstvwxz2456789'
const SUFFIX_LENGTH = 5
const MAX_BASE_LENGTH = 63 - SUFFIX_LENGTH

/** `base` (its first 58 characters) and five random characters. `random` gives numbers in [0, 1). */
export function generateName(base: string, random: () => number): string {
  const suffix = Array.from({ length: SUFFIX_LENGTH }, () => ALPHABET[Math.floor(random() * ALPHABET.length)])
  return base.slice(0, MAX_BASE_LENGTH) + suffix.join('')
}
