import { ChevronLeft, ChevronRight, Download, Link2, Upload } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { paths } from '../../../paths.ts';
import { useTranslation } from '../../../shared/texts/use-translation.ts';
import { IconButton, LinkButton } from '../../../ui/button.tsx';
import { Pictogram } from '../../../ui/pictogram.tsx';
import { useSwipe } from '../../../ui/use-swipe.ts';
import { LivingPrint, Still } from '../living-print.tsx';
import { MotionButton, useMotion } from '../motion.tsx';
import styles from './how-section.module.css';
import { LandingSection } from './landing-section.tsx';

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

/** The steps from a photo to a shared film, with an example: side by side if there is room, else one at a time. */
function Showcase({ showStart }: { showStart: boolean }) {
  const { t } = useTranslation('landing');
  const ref = useRef<HTMLDivElement>(null);
  const { current, go, handlers } = useShowcase(steps.length, ref);
  const shown = steps[current] ?? 'upload';
  const nameOf = (index: number) =>
    t('how.step', { number: index + 1, title: t(`how.${steps[index] ?? shown}.title`) });
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the buttons inside offer the same actions
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

/** The same print in each step: a photo in the first two, a film in the others. */
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

const advanceMs = 5000;
/** From this width all steps are side by side and advance automatically. */
const isWide = '(width >= 64rem)';

/**
 * The current step. On wide screens it advances automatically while the showcase is visible, not hovered or focused, and films may play; on narrow
 * ones by a swipe.
 */
function useShowcase(count: number, ref: RefObject<HTMLElement | null>) {
  const [current, setCurrent] = useState(0);
  const [isHeld, setHeld] = useState(false);
  const moving = useMotion();
  const go = (step: number) => setCurrent(Math.max(0, Math.min(count - 1, step)));
  const swipe = useSwipe(
    (by) => {
      if (!window.matchMedia(isWide).matches) go(current + by);
    },
    { byMouse: true },
  );

  useEffect(() => {
    const showcase = ref.current;
    if (!moving || isHeld || showcase === null) return;
    let timer: ReturnType<typeof setInterval> | undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        const entry = entries.at(-1);
        clearInterval(timer);
        if (entry === undefined || entry.intersectionRatio < 0.5 || !window.matchMedia(isWide).matches) return;
        timer = setInterval(() => setCurrent((step) => (step + 1) % count), advanceMs);
      },
      { threshold: [0, 0.5] },
    );
    observer.observe(showcase);
    return () => {
      observer.disconnect();
      clearInterval(timer);
    };
  }, [count, isHeld, moving, ref]);

  return {
    current,
    go,
    /** Ref of the observed element. */
    handlers: {
      onMouseEnter: () => setHeld(true),
      onMouseLeave: () => setHeld(false),
      onFocus: () => setHeld(true),
      onBlur: () => setHeld(false),
      ...swipe,
    },
  };
}
