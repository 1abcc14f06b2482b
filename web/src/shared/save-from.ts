/**
 * Downloads the file at a signed URL under the server's file name. A browser reports a failed download poorly or not at all, so the
 * file is requested first. Throws if there is no file or no reply.
 */
export async function saveFrom(url: string): Promise<void> {
  const { ok, status } = await fetch(url, { method: 'HEAD' });
  if (!ok) throw new Error(`The file is answered with HTTP ${status}`);
  const link = document.createElement('a');
  link.href = url;
  link.download = '';
  link.click();
}
