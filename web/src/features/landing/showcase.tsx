import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useRef } from 'react';
import { paths } from '../../paths.ts';
import { useTranslation } from '../../shared/use-translation.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { MotionButton } from './motion-button.tsx';
import { ShowcaseSample } from './showcase-sample.tsx';
import styles from './showcase.module.css';
import { useShowcase } from './use-showcase.ts';

const steps = ['upload', 'personalize', 'watch', 'share'] as const;

/** From a photo to a film that is shared, step by step, with an example: beside each other where there is room, else one after the other. */
export function Showcase({ showStart }: { showStart: boolean }) {
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
