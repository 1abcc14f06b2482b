import type { SignedLinks } from '../../../platform/secrets/signed-links.ts';

/** Where a photo is shown from: `photoPath` is what is signed. */
export function photoUrl(links: SignedLinks, filename: string): string {
  return links.sign(photoPath(filename), 'view');
}

/** Addresses of a finished film: to play it, to save it, and its still. */
export function filmUrls(
  links: SignedLinks,
  filmId: string,
  hasPoster: boolean,
): { url: string; downloadUrl: string; posterUrl: string | null } {
  const path = filmPath(filmId);
  return {
    url: links.sign(path, 'view'),
    downloadUrl: links.sign(path, 'download'),
    posterUrl: hasPoster ? links.sign(posterPath(filmId), 'view') : null,
  };
}

/** A photo's address for a video provider, reachable from outside; it contains `token`, which is signed with it. */
export function providerPhotoUrl(
  deps: { links: SignedLinks; publicUrl: string },
  filename: string,
  token: string,
): string {
  const path = photoPath(filename);
  const signed = deps.links.sign(path, 'provider', token);
  return `${deps.publicUrl}/api/files/access?file=${path.slice(1)}&${signed.slice(path.length + 1)}`;
}

/** Where the finished films of a set come as one file. */
export function zipUrl(links: SignedLinks, bucketId: string): string {
  return links.sign(`/downloads/${bucketId}.zip`, 'download');
}

export function photoPath(filename: string): string {
  return `/uploads/${filename}`;
}

export function filmPath(filmId: string): string {
  return `/downloads/${filmId}.mp4`;
}

export function posterPath(filmId: string): string {
  return `/downloads/${filmId}.jpg`;
}

export function dataExportPath(exportId: string): string {
  return `/downloads/${exportId}-data.zip`;
}

/** The film by which an administrator tried a configuration. */
export function testFilmUrl(links: SignedLinks, testId: string): string {
  return links.sign(`/downloads/${testId}-test.mp4`, 'view');
}

/** A film of the built-in renderer as it was drawn, for administrators. @param storageKey `renders/<name>.mp4` */
export function renderUrl(links: SignedLinks, storageKey: string): string {
  return links.sign(storageKey.replace(/^renders\/(.+)\.mp4$/, '/downloads/$1-render.mp4'), 'view');
}

export function invoicePath(invoiceId: string): string {
  return `/downloads/${invoiceId}.pdf`;
}
