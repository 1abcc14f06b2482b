import { ChartFrame, type ChartTexts } from './chart-frame.tsx';
import { ChartPlot, type ChartPoint } from './chart-plot.tsx';
import styles from './line-chart.module.css';

/** Values over time as a line from 0 upwards. */
export function LineChart(props: ChartTexts & { points: readonly ChartPoint[]; format: (value: number) => string }) {
  const { title, points, format } = props;
  const across = (index: number) => (points.length > 1 ? (index / (points.length - 1)) * 100 : 50);
  return (
    <ChartFrame {...props}>
      <ChartPlot title={title} points={points} format={format} across={across}>
        {(up) => {
          const line = points.map(({ value }, index) => `${across(index)},${100 - up(value)}`);
          return (
            <>
              <polygon points={`0,100 ${line.join(' ')} 100,100`} className={styles.under} />
              <polyline points={line.join(' ')} className={styles.line} />
            </>
          );
        }}
      </ChartPlot>
    </ChartFrame>
  );
}
