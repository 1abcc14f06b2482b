import { ChartFrame, type ChartTexts } from './chart-frame.tsx';
import { ChartPlot, type ChartPoint } from './chart-plot.tsx';
import styles from './bar-chart.module.css';

/** Values side by side as bars from 0 upwards. */
export function BarChart(props: ChartTexts & { points: readonly ChartPoint[]; format: (value: number) => string }) {
  const { title, points, format } = props;
  const wide = 100 / Math.max(1, points.length);
  return (
    <ChartFrame {...props}>
      <ChartPlot title={title} points={points} format={format} across={(index) => (index + 0.5) * wide}>
        {(up) =>
          points.map(({ key, value }, index) => (
            <rect
              key={key}
              x={(index + 0.15) * wide}
              width={0.7 * wide}
              y={100 - up(value)}
              height={up(value)}
              className={styles.bar}
            />
          ))
        }
      </ChartPlot>
    </ChartFrame>
  );
}
