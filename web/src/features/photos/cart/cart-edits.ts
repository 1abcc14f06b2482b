import { type CartPhoto, type ChosenEffect, noEffect } from './cart-photo.ts';
import { changePhoto, findPhoto, useCart } from './cart.ts';

/** Resets the effects if the theme changes, because they depend on it. */
export function chooseTheme(id: string, imageTheme: string): void {
  edit(id, (photo) =>
    imageTheme === photo.imageTheme ? photo : { ...photo, imageTheme: imageTheme || null, actions: [noEffect] },
  );
}

export function changeEffect(id: string, row: number, change: Partial<ChosenEffect>): void {
  edit(id, (photo) => ({
    ...photo,
    actions: photo.actions.map((action, index) => (index === row ? { ...action, ...change } : action)),
  }));
}

/** @returns the index of the new row */
export function addEffect(id: string): number {
  edit(id, (photo) => ({ ...photo, actions: [...photo.actions, noEffect] }));
  return (findPhoto(id)?.actions.length ?? 1) - 1;
}

/** The last row cannot be removed. */
export function removeEffect(id: string, row: number): void {
  edit(id, (photo) =>
    photo.actions.length > 1 ? { ...photo, actions: photo.actions.filter((_, index) => index !== row) } : photo,
  );
}

/** Copies a photo's theme and effects to all photos. @returns a function that undoes it */
export function copyToAll(id: string): () => void {
  const { photos } = useCart.getState();
  const source = photos.find((photo) => photo.id === id);
  if (!source) return () => {};
  const { imageTheme, actions } = source;
  useCart.setState({
    photos: photos.map((photo) => (photo.id === id ? photo : { ...photo, imageTheme, actions, unsaved: true })),
  });
  return () => {
    for (const { id: other, imageTheme: theme, actions: former } of photos) {
      if (other !== id) changePhoto(other, { imageTheme: theme, actions: former, unsaved: true });
    }
  };
}

function edit(id: string, change: (photo: CartPhoto) => CartPhoto): void {
  const photo = findPhoto(id);
  const changed = photo && change(photo);
  if (changed && changed !== photo) changePhoto(id, { ...changed, unsaved: true });
}
