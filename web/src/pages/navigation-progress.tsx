import { useNavigation } from 'react-router';
import styles from './navigation-progress.module.css';

/** A thin line on top while the next page is on its way; appears only when it takes noticeable time. */
export function NavigationProgress() {
  const { state } = useNavigation();
  return state === 'idle' ? null : <div className={styles.line} aria-hidden="true" />;
}
