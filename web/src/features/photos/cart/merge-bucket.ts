import type { Action, Bucket, Content } from '@keepsake/contract/content';
import { noEffect } from '../photo-cards/effect-choices.ts';
import { type CartPhoto, chosenActions } from './cart-photo.ts';

/**
 * The cart as the server knows the set: photos it no longer has are dropped, those the cart did not know are added, choices that
 * were not saved yet stay. A photo that arrived although its upload was not seen to end is recognised by the id it was sent
 * with: phones call every photo `image.jpg`.
 */
export function mergeBucket(photos: readonly CartPhoto[], bucket: Pick<Bucket, 'Contents'>): CartPhoto[] {
  const unclaimed = new Map(bucket.Contents.map((content) => [content.id, content]));
  const claim = (content: Content | undefined) => {
    if (content) unclaimed.delete(content.id);
    return content;
  };
  const known = photos.map((photo) => claim(photo.contentId ? unclaimed.get(photo.contentId) : undefined));
  const arrived = photos.map((photo, index) => known[index] ?? claim(arrivedAfterAll(photo, unclaimed)));
  const kept = photos.flatMap((photo, index) => {
    const content = arrived[index];
    if (content) return [withContent(photo, content)];
    return photo.contentId ? [] : [photo];
  });
  return [...kept, ...[...unclaimed.values()].map(fromContent)];
}

/** A photo of a set as the cart holds it. */
export function fromContent(content: Content): CartPhoto {
  return {
    id: content.id,
    contentId: content.id,
    filename: content.filename,
    name: content.originalName,
    imageTheme: null,
    actions: content.actions.length > 0 ? content.actions : [noEffect],
    unsaved: false,
    status: 'uploaded',
    failure: null,
    preview: content.photoUrl,
    size: { width: content.width, height: content.height },
    createdAt: content.createdAt,
  };
}

function arrivedAfterAll(photo: CartPhoto, unclaimed: Map<string, Content>): Content | undefined {
  if (photo.contentId) return undefined;
  return [...unclaimed.values()].find(({ uploadId }) => uploadId === photo.id);
}

function withContent(photo: CartPhoto, content: Content): CartPhoto {
  const stored = fromContent(content);
  const keepsChoices = photo.unsaved || photo.contentId === null || sameActions(chosenActions(photo), content.actions);
  return {
    ...stored,
    id: photo.id,
    ...(keepsChoices ? { imageTheme: photo.imageTheme, actions: photo.actions, unsaved: photo.unsaved } : {}),
    preview: photo.preview?.startsWith('blob:') ? photo.preview : stored.preview,
  };
}

function sameActions(a: readonly Action[], b: readonly Action[]): boolean {
  return (
    a.length === b.length &&
    a.every(({ promptId, variety }, row) => promptId === b[row]?.promptId && variety === b[row]?.variety)
  );
}
