import { NotificationSettings } from '../features/notifications/notification-settings.tsx';
import { FilmSettings } from '../features/films/admin/settings/film-settings.tsx';
import { useTranslation } from '../shared/texts/use-translation.ts';
import styles from './admin-config-tab.module.css';

/** Film settings and mail settings side by side. */
export function Component() {
  const { t } = useTranslation('admin-config');
  return (
    <div className={styles.halves}>
      <section aria-labelledby="film-settings">
        <h3 id="film-settings">{t('video.title')}</h3>
        <FilmSettings />
      </section>
      <section aria-labelledby="notification-settings">
        <h3 id="notification-settings">{t('notifications.title')}</h3>
        <NotificationSettings />
      </section>
    </div>
  );
}
