import type { SignedLinks } from '../../../platform/secrets/signed-links.ts';

/** The signed address at which a browser loads a photo. */
export function photoUrl(links: SignedLinks, filename: string): string {
  return links.sign(photoPath(filename), 'view');
}

/** Addresses of a finished film: to play it, to download it, and of its poster. */
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

/** The public address of a photo for a video provider. It contains `token`, which is covered by the signature. */
export function providerPhotoUrl(
  deps: { links: SignedLinks; publicUrl: string },
  filename: string,
  token: string,
): string {
  const path = photoPath(filename);
  const signed = deps.links.sign(path, 'provider', token);
  return `${deps.publicUrl}/api/files/access?file=${path.slice(1)}&${signed.slice(path.length + 1)}`;
}

/** The address of a zip file with the finished films of a bucket. */
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

/** The address of an administrator's test film. */
export function testFilmUrl(links: SignedLinks, testId: string): string {
  return links.sign(`/downloads/${testId}-test.mp4`, 'view');
}

/** The address of a render of the built-in renderer, for administrators. @param storageKey `renders/<name>.mp4` */
export function renderUrl(links: SignedLinks, storageKey: string): string {
  return links.sign(storageKey.replace(/^renders\/(.+)\.mp4$/, '/downloads/$1-render.mp4'), 'view');
}

export function invoicePath(invoiceId: string): string {
  return `/downloads/${invoiceId}.pdf`;
}
