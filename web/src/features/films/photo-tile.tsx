import type { Prompt } from '@keepsake/contract/films/prompts';
import {
  CircleAlert,
  CircleCheck,
  Clapperboard,
  Clock,
  type LucideIcon,
  Play,
  RotateCw,
  ShoppingBasket,
  Trash2,
} from 'lucide-react';
import { widthInFrame } from '../../shared/photo-source.ts';
import { useTranslation } from '../../shared/texts/use-translation.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import type { Tone } from '../../ui/feedback/notice.tsx';
import { FilmList } from './film-list.tsx';
import { PhotoImage } from './photo-image.tsx';
import styles from './photo-tile.module.css';
import type { Photo, PhotoStatus } from '../photos/photos.api.ts';

const looks: Record<PhotoStatus, [Tone, LucideIcon]> = {
  not_paid: ['neutral', ShoppingBasket],
  paid: ['neutral', Clock],
  processing: ['warn', Clapperboard],
  retry_pending: ['warn', RotateCw],
  done: ['ok', CircleCheck],
  failed: ['bad', CircleAlert],
};

interface PhotoTileProps {
  photo: Photo;
  prompts: readonly Prompt[];
  /** Absent while a payment is in progress. */
  onPay: (() => void) | undefined;
  onOpen: (filmId: string) => void;
  onDelete: () => void;
}

/** One photo of a bucket with its status and films. */
export function PhotoTile({ photo, prompts, onPay, onOpen, onDelete }: PhotoTileProps) {
  const { t } = useTranslation('dashboard');
  const name = photo.originalName;
  return (
    <li className={styles.tile} id={`photo-${photo.id}`} tabIndex={-1} aria-label={name}>
      <div className={styles.frame}>
        <PhotoImage
          url={photo.photoUrl}
          alt={t('photo.alt', { name })}
          sizes={sizesOf(photo)}
          width={photo.width}
          height={photo.height}
        />
        <PhotoOverlay photo={photo} onPay={onPay} />
      </div>
      <div className={styles.caption}>
        <div className={styles.line}>
          <p className={styles.name} title={name}>
            {name}
          </p>
          <IconButton
            label={t('photo.delete', { name })}
            icon={<Trash2 size={18} aria-hidden="true" />}
            onClick={onDelete}
          />
        </div>
        <PhotoStatusChip status={photo.status} />
        <FilmList photo={photo} prompts={prompts} onOpen={onOpen} />
      </div>
    </li>
  );
}

/** The tiles are in one column on a phone, and in two or three columns elsewhere. */
function sizesOf(photo: Photo): string {
  const wider = widthInFrame(photo, 4 / 3);
  return `(width < 39rem) calc(${wider} * (100vw - 2rem)), ${23 * wider}rem`;
}

/** Overlay of the photo: a button to order, a progress notice, or a play icon. */
function PhotoOverlay({ photo, onPay }: { photo: Photo; onPay: (() => void) | undefined }) {
  const { t } = useTranslation('dashboard');
  if (photo.status === 'not_paid' && photo.ProcessedContents.length === 0 && onPay)
    return (
      <div className={styles.overlay} data-light>
        <Button
          variant="secondary"
          icon={<ShoppingBasket size={20} aria-hidden="true" />}
          aria-label={t('photo.addNamed', { name: photo.originalName })}
          onClick={onPay}
        >
          {t('photo.add')}
        </Button>
      </div>
    );
  if (photo.status === 'processing')
    return (
      <div className={styles.overlay}>
        <Gears />
        <p>{t('photo.preparing')}</p>
      </div>
    );
  if (photo.ProcessedContents.length === 0) return null;
  // Decorative: a click on it reaches the button of the first film, see film-list.module.css.
  return (
    <span className={styles.play} aria-hidden="true">
      <Play size={30} fill="currentColor" />
    </span>
  );
}

/** Two rotating gears; they stand still with reduced motion. */
function Gears() {
  return (
    <svg viewBox="0 0 72 48" width="72" height="48" className={styles.gears} aria-hidden="true">
      <g className={styles.large}>
        <path d={gear(24, 24, 17, 10)} />
      </g>
      <g className={styles.small}>
        <path d={gear(54, 30, 11, 7)} />
      </g>
    </svg>
  );
}

/** SVG path of a gear with a hole; the teeth alternate between two radii. */
function gear(cx: number, cy: number, radius: number, teeth: number): string {
  const corners = Array.from({ length: teeth * 4 }, (_, index) => {
    const angle = ((index + 0.5) / (teeth * 4)) * 2 * Math.PI;
    const reach = index % 4 < 2 ? radius : radius * 0.76;
    return `${(cx + reach * Math.cos(angle)).toFixed(2)} ${(cy + reach * Math.sin(angle)).toFixed(2)}`;
  });
  const hole = radius * 0.34;
  return `M${corners.join('L')}ZM${cx - hole} ${cy}a${hole} ${hole} 0 1 0 ${hole * 2} 0a${hole} ${hole} 0 1 0 ${-hole * 2} 0Z`;
}

/** The status of a photo. */
function PhotoStatusChip({ status }: { status: PhotoStatus }) {
  const { t } = useTranslation('dashboard');
  const [tone, Icon] = looks[status];
  return (
    <Chip tone={tone} icon={<Icon size={16} aria-hidden="true" />}>
      {t(`status.${status}`)}
    </Chip>
  );
}
