import { videoAbilities } from '@keepsake/contract/video-abilities';
import type { VideoConfig } from '@keepsake/contract/videos';
import { useTranslation } from '../../shared/use-translation.ts';
import styles from './provider-lacks.module.css';

/** What a service cannot do, and what that means for orders. */
export function ProviderLacks({ provider }: { provider: VideoConfig['serviceProvider'] }) {
  const { t } = useTranslation('admin-config');
  const abilities = videoAbilities[provider];
  const lacking = (['callbacks', 'list', 'remove'] as const).filter((ability) => !abilities[ability]);
  // The renderer of this product needs no calls: it is at hand.
  if (lacking.length === 0 || provider === 'embedded') return null;
  return (
    <div className={styles.lacks}>
      <p>{t('video.lacks.title')}</p>
      <ul>
        {lacking.map((ability) => (
          <li key={ability}>{t(`video.lacks.${ability}`)}</li>
        ))}
      </ul>
    </div>
  );
}
