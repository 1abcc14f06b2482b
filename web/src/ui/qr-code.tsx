import { encode } from 'uqr';
import styles from './qr-code.module.css';
import { VisuallyHidden } from './visually-hidden.tsx';

/** A text as a QR code for a phone's camera, dark on light in every colour scheme, as readers expect it. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, data } = encode(text, { ecc: 'M', border: 4 });
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return (
    <div className={styles.code}>
      <VisuallyHidden>{label}</VisuallyHidden>
      <svg viewBox={`0 0 ${size} ${size}`} aria-hidden="true" shapeRendering="crispEdges">
        <path d={dark.join('')} />
      </svg>
    </div>
  );
}
