import { Download, Link2, Upload } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from '../../shared/use-translation.ts';
import { Pictogram } from '../../ui/pictogram.tsx';
import { LivingPrint } from './living-print.tsx';
import styles from './showcase-sample.module.css';
import { Still } from './still.tsx';

type Step = 'upload' | 'personalize' | 'watch' | 'share';

const effects = ['fa-face-laugh', 'fa-face-smile', 'fa-face-smile-wink'];

const marks: Record<Step, ReactNode> = {
  upload: <Upload size={26} />,
  personalize: effects.map((icon) => <Pictogram key={icon} icon={icon} size={26} />),
  watch: null,
  share: (
    <>
      <Download size={26} />
      <Link2 size={26} />
    </>
  ),
};

/** One print on its way: as a photo in the first two steps, as a film in the others. */
export function ShowcaseSample({ step }: { step: Step }) {
  const { t } = useTranslation('landing');
  const alt = t('gallery.laugh.picture');
  return (
    <figure className={styles.sample}>
      {step === 'watch' || step === 'share' ? <LivingPrint name="laugh" alt={alt} /> : <Still name="laugh" alt={alt} />}
      <figcaption className={styles.caption}>
        <span>{t('hero.caption')}</span>
        <span className={styles.marks} data-step={step} aria-hidden="true">
          {marks[step]}
        </span>
      </figcaption>
    </figure>
  );
}
