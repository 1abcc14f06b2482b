/** The page numbers to link: all within `reach` of the current one, the first and the last; null stands for a gap. */
export function pageWindow(page: number, pages: number, reach: number): (number | null)[] {
  const shown = Array.from({ length: pages }, (_, index) => index + 1).filter(
    (number) => number === 1 || number === pages || Math.abs(number - page) <= reach,
  );
  return shown.flatMap((number, index) => {
    const before = shown[index - 1];
    return before !== undefined && number - before > 1 ? [null, number] : [number];
  });
}
