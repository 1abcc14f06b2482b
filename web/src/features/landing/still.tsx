import { preload } from 'react-dom';

/** The stills and films that scripts/make-gallery.ts draws into public/gallery/. */
export type PrintName = 'smile' | 'laugh' | 'wave' | 'wink' | 'turn' | 'dog';

/** A drawn print, in the smallest format that the browser takes. `eager`: it is what the visitor sees first. */
export function Still({ name, alt, eager = false }: { name: PrintName; alt: string; eager?: boolean }) {
  const address = `/gallery/${name}`;
  if (eager) preload(`${address}.avif`, { as: 'image', type: 'image/avif', fetchPriority: 'high' });
  return (
    <picture>
      <source type="image/avif" srcSet={`${address}.avif`} />
      <source type="image/webp" srcSet={`${address}.webp`} />
      <img
        src={`${address}.jpg`}
        alt={alt}
        width={480}
        height={576}
        loading={eager ? 'eager' : 'lazy'}
        fetchPriority={eager ? 'high' : 'auto'}
      />
    </picture>
  );
}
