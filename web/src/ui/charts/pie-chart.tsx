import styles from './pie-chart.module.css';

export interface Slice {
  label: string;
  value: number;
}

/** The colour of a slice by its place; a table beside the chart says the same in words. */
export const sliceColors = ['var(--chart-1)', 'var(--chart-2)', 'var(--chart-3)', 'var(--chart-4)', 'var(--chart-5)'];

const radius = 50;
/** Slices stay apart where colours are hard to tell. */
const gap = 0.75;

/** A pie of at most five slices; `label` says all of it to who does not see it. Nothing is drawn of zeros. */
export function PieChart({ label, slices }: { label: string; slices: readonly Slice[] }) {
  const total = slices.reduce((sum, { value }) => sum + value, 0);
  const starts = slices.map((_, at) => slices.slice(0, at).reduce((sum, { value }) => sum + value, 0) / total);
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a drawing of the page's own colours, which an image file does not know
    <svg viewBox="-51 -51 102 102" role="img" aria-label={label} className={styles.pie}>
      {total === 0 && <circle r={radius} className={styles.none} />}
      {slices.map(({ label: name, value }, at) => {
        const share = value / total;
        if (!(share > 0)) return null;
        const fill = sliceColors[at];
        if (share === 1) return <circle key={name} r={radius} fill={fill} />;
        return (
          <path key={name} d={sector(starts[at] ?? 0, share)} fill={fill} strokeWidth={gap} className={styles.slice} />
        );
      })}
    </svg>
  );
}

/** From a share of the turn on, clockwise from the top. */
function sector(start: number, share: number): string {
  const isLarge = share > 0.5 ? 1 : 0;
  return `M0 0L${pointAt(start)}A${radius} ${radius} 0 ${isLarge} 1 ${pointAt(start + share)}Z`;
}

function pointAt(turn: number): string {
  const angle = turn * 2 * Math.PI;
  return `${(radius * Math.sin(angle)).toFixed(3)} ${(-radius * Math.cos(angle)).toFixed(3)}`;
}
