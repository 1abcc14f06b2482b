import { useRef, useState } from 'react';
import { paths } from '../../paths.ts';
import { local, session } from '../../shared/storage.ts';
import { useTranslation } from '../../shared/texts/use-translation.ts';
import { useHydrated } from '../../shared/use-hydrated.ts';
import { Button } from '../../ui/button.tsx';
import { useOverlayHeight } from '../../ui/layout/overlay-height.ts';
import { Link } from '../../ui/navigation.tsx';
import { Text } from '../../ui/text.tsx';
import styles from './cookie-banner.module.css';

const key = 'cookieConsent';

/** Once accepted it is never shown again; declined, not until the browser's session ends. */
export function CookieBanner() {
  const [isAnswered, setIsAnswered] = useState(false);
  const isHydrated = useHydrated();
  const isOpen = isHydrated && !isAnswered && local.get(key) !== 'accepted' && session.get(key) !== 'declined';
  const answer = (choice: 'accepted' | 'declined') => {
    (choice === 'accepted' ? local : session).set(key, choice);
    setIsAnswered(true);
  };
  return isOpen ? <Banner answer={answer} /> : null;
}

function Banner({ answer }: { answer: (choice: 'accepted' | 'declined') => void }) {
  const { t } = useTranslation();
  const ref = useRef<HTMLElement>(null);
  useOverlayHeight(ref);
  return (
    <section ref={ref} className={styles.banner} aria-label={t('cookies.title')}>
      <div className={styles.inner}>
        <p className={styles.text}>
          <Text>{t('cookies.text')} </Text>
          <Link to={paths.terms}>{t('cookies.terms')}</Link>
        </p>
        <div className={styles.actions}>
          <Button variant="secondary" onClick={() => answer('declined')}>
            {t('cookies.decline')}
          </Button>
          <Button onClick={() => answer('accepted')}>{t('cookies.accept')}</Button>
        </div>
      </div>
    </section>
  );
}
