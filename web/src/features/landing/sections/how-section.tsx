import { ChevronLeft, ChevronRight, Download, Link2, Upload } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { paths } from '../../../paths.ts';
import { useTranslation } from '../../../shared/texts/use-translation.ts';
import { IconButton, LinkButton } from '../../../ui/button.tsx';
import { Pictogram } from '../../../ui/pictogram.tsx';
import styles from './how-section.module.css';
import { LandingSection } from './landing-section.tsx';
import { LivingPrint, Still } from '../living-print.tsx';
import { MotionButton } from '../motion.tsx';
import { useShowcase } from '../use-showcase.ts';

const steps = ['upload', 'personalize', 'watch', 'share'] as const;

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

export function HowSection({ showStart }: { showStart: boolean }) {
  const { t } = useTranslation('landing');
  return (
    <LandingSection id="how-we-work" title={t('how.title')} intro={t('how.intro')}>
      <Showcase showStart={showStart} />
    </LandingSection>
  );
}

/** From a photo to a film that is shared, step by step, with an example: beside each other where there is room, else one after the other. */
function Showcase({ showStart }: { showStart: boolean }) {
  const { t } = useTranslation('landing');
  const ref = useRef<HTMLDivElement>(null);
  const { current, go, handlers } = useShowcase(steps.length, ref);
  const shown = steps[current] ?? 'upload';
  const nameOf = (index: number) =>
    t('how.step', { number: index + 1, title: t(`how.${steps[index] ?? shown}.title`) });
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- whatever is done with it can be done with the buttons in it
    <div ref={ref} className={styles.showcase} {...handlers}>
      <ol className={styles.steps}>
        {steps.map((step, index) => (
          <li key={step} className={styles.step} data-current={index === current || undefined}>
            <span className={styles.number} aria-hidden="true">
              {index + 1}
            </span>
            <h3>
              <button
                type="button"
                className={styles.choose}
                aria-current={index === current ? 'step' : undefined}
                onClick={() => go(index)}
              >
                {t(`how.${step}.title`)}
              </button>
            </h3>
            <p>{t(`how.${step}.text`)}</p>
            {step === 'share' && showStart && (
              <p>
                <LinkButton to={paths.register}>{t('how.start')}</LinkButton>
              </p>
            )}
          </li>
        ))}
      </ol>
      <ShowcaseSample step={shown} />
      <div className={styles.controls}>
        <MotionButton />
        <div className={styles.walk}>
          <IconButton
            label={t('how.back')}
            icon={<ChevronLeft size={24} aria-hidden="true" />}
            disabled={current === 0}
            onClick={() => go(current - 1)}
          />
          {steps.map((step, index) => (
            <button
              key={step}
              type="button"
              className={styles.dot}
              aria-label={nameOf(index)}
              aria-current={index === current ? 'step' : undefined}
              onClick={() => go(index)}
            />
          ))}
          <IconButton
            label={t('how.forward')}
            icon={<ChevronRight size={24} aria-hidden="true" />}
            disabled={current === steps.length - 1}
            onClick={() => go(current + 1)}
          />
        </div>
      </div>
    </div>
  );
}

type Step = 'upload' | 'personalize' | 'watch' | 'share';

/** One print on its way: as a photo in the first two steps, as a film in the others. */
function ShowcaseSample({ step }: { step: Step }) {
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
