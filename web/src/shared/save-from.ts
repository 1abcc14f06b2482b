/**
 * Has the browser save what lies at a signed address, under the name that the server gives it. A browser that gets no file says nothing, or a
 * word in a corner: so it is asked for first. Throws where there is nothing to be saved, or no answer.
 */
export async function saveFrom(url: string): Promise<void> {
  const { ok, status } = await fetch(url, { method: 'HEAD' });
  if (!ok) throw new Error(`The file is answered with HTTP ${status}`);
  const link = document.createElement('a');
  link.href = url;
  link.download = '';
  link.click();
}
