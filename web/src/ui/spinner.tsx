import styles from './spinner.module.css';

/** A sign of work for the eye only; say in words beside it what is going on. */
export function Spinner() {
  return <span className={styles.spinner} aria-hidden="true" />;
}
