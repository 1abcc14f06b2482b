import styles from './gears.module.css';

/** Two gears that turn into each other in four seconds; still where motion is not wanted. */
export function Gears() {
  return (
    <svg viewBox="0 0 72 48" width="72" height="48" className={styles.gears} aria-hidden="true">
      <g className={styles.large}>
        <path d={gear(24, 24, 17, 10)} />
      </g>
      <g className={styles.small}>
        <path d={gear(54, 30, 11, 7)} />
      </g>
    </svg>
  );
}

/** Outline of a gear with a hole: teeth as alternating radii on a circle. */
function gear(cx: number, cy: number, radius: number, teeth: number): string {
  const corners = Array.from({ length: teeth * 4 }, (_, index) => {
    const angle = ((index + 0.5) / (teeth * 4)) * 2 * Math.PI;
    const reach = index % 4 < 2 ? radius : radius * 0.76;
    return `${(cx + reach * Math.cos(angle)).toFixed(2)} ${(cy + reach * Math.sin(angle)).toFixed(2)}`;
  });
  const hole = radius * 0.34;
  return `M${corners.join('L')}ZM${cx - hole} ${cy}a${hole} ${hole} 0 1 0 ${hole * 2} 0a${hole} ${hole} 0 1 0 ${-hole * 2} 0Z`;
}
