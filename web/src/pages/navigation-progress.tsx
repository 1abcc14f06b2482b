import { useNavigation } from 'react-router';
import { useCodeIsLoading } from '../shared/load-code.ts';
import styles from './navigation-progress.module.css';

/** A thin line on top while the next page, or a part of this one, is on its way; appears only when it takes noticeable time. */
export function NavigationProgress() {
  const { state } = useNavigation();
  const codeIsLoading = useCodeIsLoading();
  return state === 'idle' && !codeIsLoading ? null : <div className={styles.line} aria-hidden="true" />;
}
