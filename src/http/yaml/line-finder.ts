/** The line, counted from 1, of each place of a text. The lines are looked for at the first call. */
export function lineFinder(text: string): (at: number) => number {
  let starts: number[] | undefined
  return (at) => {
    starts ??= lineStarts(text)
    let low = 0
    let high = starts.length
    while (low + 1 < high) {
      const middle = (low + high) >> 1
      if (starts[middle]! <= at) low = middle
      else high = middle
    }
    return low + 1
  }
}

function lineStarts(text: string): number[] {
  const starts = [0]
  for (const { index, 0: end } of text.matchAll(/\r\n?|\n/g)) starts.push(index + end.length)
  return starts
}
