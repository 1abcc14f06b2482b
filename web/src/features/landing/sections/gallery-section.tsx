import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useRef } from 'react';
import { useTranslation } from '../../../shared/texts/use-translation.ts';
import { IconButton } from '../../../ui/button.tsx';
import styles from './gallery-section.module.css';
import { LandingSection } from './landing-section.tsx';
import { LivingPrint } from '../living-print.tsx';
import { MotionButton } from '../motion.tsx';

const examples = ['smile', 'wave', 'wink', 'turn', 'dog'] as const;
const stride = 400;

export function GallerySection() {
  const { t } = useTranslation('landing');
  const strip = useRef<HTMLUListElement>(null);
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
            onClick={() => scroll(-stride)}
          />
          <IconButton
            label={t('gallery.forward')}
            icon={<ChevronRight size={24} aria-hidden="true" />}
            onClick={() => scroll(stride)}
          />
        </div>
      </div>
    </LandingSection>
  );
}
