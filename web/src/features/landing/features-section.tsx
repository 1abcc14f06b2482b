import { useTranslation } from '../../shared/use-translation.ts';
import { Pictogram } from '../../ui/pictogram.tsx';
import { LandingSection } from './landing-section.tsx';
import styles from './features-section.module.css';

const movements = [
  ['smile', 'fa-face-smile'],
  ['laugh', 'fa-face-laugh'],
  ['wink', 'fa-face-smile-wink'],
  ['wave', 'fa-hand'],
  ['turn', 'fa-arrows-left-right'],
  ['pets', 'fa-paw'],
] as const;

export function FeaturesSection() {
  const { t } = useTranslation('landing');
  return (
    <LandingSection id="features" title={t('features.title')} intro={t('features.intro')} sunken>
      <ul className={styles.list}>
        {movements.map(([key, icon]) => (
          <li key={key} className={styles.movement}>
            <Pictogram icon={icon} size={34} className={styles.icon} />
            <h3>{t(`features.${key}.title`)}</h3>
            <p>{t(`features.${key}.text`)}</p>
          </li>
        ))}
      </ul>
    </LandingSection>
  );
}
