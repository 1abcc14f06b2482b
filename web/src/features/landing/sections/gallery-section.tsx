import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type RefObject, useRef, useSyncExternalStore } from 'react';
import { useTranslation } from '../../../shared/texts/use-translation.ts';
import { IconButton } from '../../../ui/button.tsx';
import styles from './gallery-section.module.css';
import { LandingSection } from './landing-section.tsx';
import { LivingPrint } from '../living-print.tsx';
import { MotionButton } from '../motion.tsx';

const examples = ['smile', 'kiss', 'wink', 'turn', 'dog'] as const;
const stride = 400;

export function GallerySection() {
  const { t } = useTranslation('landing');
  const strip = useRef<HTMLUListElement>(null);
  const end = useEnd(strip);
  const scroll = (left: number) => strip.current?.scrollBy({ left });
  return (
    <LandingSection id="gallery" title={t('gallery.title')} intro={t('gallery.intro')}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reachable by the keyboard */}
      <ul ref={strip} className={styles.strip} tabIndex={0} aria-label={t('gallery.list')}>
        {examples.map((name) => (
          <li key={name} className={styles.example}>
            <figure>
              <LivingPrint name={name} alt={t(`gallery.${name}.picture`)} />
              <figcaption className={styles.caption}>
                <span>{t(`gallery.${name}.name`)}</span>
                <span className={styles.kind}>{t('hero.caption')}</span>
              </figcaption>
            </figure>
          </li>
        ))}
      </ul>
      <div className={styles.controls}>
        <MotionButton />
        <div className={styles.arrows}>
          <IconButton
            label={t('gallery.back')}
            icon={<ChevronLeft size={24} aria-hidden="true" />}
            aria-disabled={end === 'first'}
            onClick={() => scroll(-stride)}
          />
          <IconButton
            label={t('gallery.forward')}
            icon={<ChevronRight size={24} aria-hidden="true" />}
            aria-disabled={end === 'last'}
            onClick={() => scroll(stride)}
          />
        </div>
      </div>
    </LandingSection>
  );
}

/** The end that the strip has reached, where its arrow has no effect. The arrow is not `disabled`, because a keyboard user would lose the focus. */
function useEnd(strip: RefObject<HTMLElement | null>): 'first' | 'last' | undefined {
  const subscribe = (listener: () => void) => {
    const element = strip.current;
    element?.addEventListener('scroll', listener, { passive: true });
    addEventListener('resize', listener);
    return () => {
      element?.removeEventListener('scroll', listener);
      removeEventListener('resize', listener);
    };
  };
  const read = () => {
    const { scrollLeft, scrollWidth, clientWidth } = strip.current ?? { scrollLeft: 0, scrollWidth: 1, clientWidth: 0 };
    // Scroll snapping and zoom cause fractions of a pixel.
    if (scrollLeft <= 8) return 'first';
    return scrollLeft + clientWidth >= scrollWidth - 8 ? 'last' : undefined;
  };
  return useSyncExternalStore(subscribe, read, () => 'first');
}
