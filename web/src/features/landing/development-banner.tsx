import { useTranslation } from '../../shared/use-translation.ts';
import styles from './development-banner.module.css';

/** Stands at the window's edge, turned by 90 degrees, where it covers nothing. */
export function DevelopmentBanner() {
  const { t } = useTranslation();
  return (
    <aside className={styles.banner} aria-label={t('underDevelopment')}>
      {t('underDevelopment')}
    </aside>
  );
}
