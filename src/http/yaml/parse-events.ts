import { type Event, parseEvents, YAMLException } from 'js-yaml'
import { MAX_BODY_BYTES } from '../../wire/names.ts'
import { MAX_YAML_DEPTH } from './yaml-bounds.ts'

/** Where the parser stops at a line within brackets or quotes that stands no deeper than the key before them. */
const DEFICIENT = 'deficient indentation'

/**
 * The events of a text, and the text that their places are in: Kubernetes takes lines within brackets and quotes that
 * YAML 1.2 wants further in, so these are moved in, one after the other, for as long as all parsing together costs no more
 * than that of one large body. Throws YAMLException.
 *
 *   annotations: {              annotations: {
 *     a: b               →        a: b
 *   }                                      }
 */
export function parseTolerantly(text: string): { text: string; events: Event[] } {
  let parsed = text
  for (let cost = text.length; ; cost += parsed.length) {
    try {
      return { text: parsed, events: parseEvents(parsed, { maxDepth: MAX_YAML_DEPTH }) }
    } catch (error) {
      const moved = cost < MAX_BODY_BYTES && error instanceof YAMLException ? movedIn(parsed, error) : undefined
      if (moved === undefined) throw error
      parsed = moved
    }
  }
}

/** The text with blanks in place of what stands before the place of the error; undefined for another error. */
function movedIn(text: string, { reason, mark }: YAMLException): string | undefined {
  if (reason !== DEFICIENT || !mark) return undefined
  const before = text.slice(0, mark.position)
  const kept = before.slice(0, before.length - (/[ \t]*$/.exec(before.slice(-MAX_YAML_DEPTH))?.[0].length ?? 0))
  const isLineStart = kept === '' || kept.endsWith('\n') || kept.endsWith('\r')
  const blanks = isLineStart ? ' '.repeat(MAX_YAML_DEPTH) : ' '
  return kept + blanks === before ? undefined : kept + blanks + text.slice(mark.position)
}
