import { NotificationSettings } from '../features/notifications/notification-settings.tsx';
import { VideoSettings } from '../features/films/admin/settings/film-settings.tsx';
import { useTranslation } from '../shared/texts/use-translation.ts';
import styles from './admin-config-tab.module.css';

/** How films are made, and which mails go out, side by side. */
export function Component() {
  const { t } = useTranslation('admin-config');
  return (
    <div className={styles.halves}>
      <section aria-labelledby="video-settings">
        <h3 id="video-settings">{t('video.title')}</h3>
        <VideoSettings />
      </section>
      <section aria-labelledby="notification-settings">
        <h3 id="notification-settings">{t('notifications.title')}</h3>
        <NotificationSettings />
      </section>
    </div>
  );
}
