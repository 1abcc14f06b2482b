import { Spinner } from '../ui/spinner.tsx';
import styles from './starting-page.module.css';

/** Before the first page has come; without words, for its texts have not come either. */
export function StartingPage() {
  return (
    <div className={styles.starting} aria-busy="true">
      <Spinner />
    </div>
  );
}
