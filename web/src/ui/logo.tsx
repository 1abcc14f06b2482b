import { site } from '../shared/site.ts';
import styles from './logo.module.css';

/** The mark, a print whose picture smiles, and the product's name. */
export function Logo() {
  return (
    <span className={styles.logo}>
      <svg viewBox="0 0 32 32" width="32" height="32" aria-hidden="true">
        <rect x="3" y="2" width="26" height="28" rx="4" className={styles.print} />
        <rect x="6.5" y="5.5" width="19" height="17" rx="1.5" className={styles.picture} />
        <path d="M11.5 14.2c1 3.4 8 3.4 9 0" className={styles.smile} />
        <path d="M12.6 10.4v.01M19.4 10.4v.01" className={styles.eyes} />
      </svg>
      <span>{site().productName}</span>
    </span>
  );
}
