/** Has the browser save what lies at an address, under the name that the server gives it. */
export function saveFrom(url: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = '';
  link.click();
}
