/** Of a long text in a list, this many characters are shown. */
const previewLength = 100;

export function previewOf(text: string): string {
  const characters = [...text];
  return characters.length <= previewLength ? text : `${characters.slice(0, previewLength).join('')}…`;
}
