import type { Prompt } from '@keepsake/contract/films/prompts';
import {
  CircleAlert,
  CircleCheck,
  Clapperboard,
  Clock,
  CreditCard,
  type LucideIcon,
  Plus,
  RotateCw,
  ShoppingBasket,
  Trash2,
} from 'lucide-react';
import { widthInFrame } from '../../shared/photos/photo-source.ts';
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

/** Photos and films are cropped to squares, which show more of a portrait than wide frames do. */
const frameRatio = 1;

interface PhotoTileProps {
  photo: Photo;
  prompts: readonly Prompt[];
  /** Absent while a payment is in progress. */
  onPay: (() => void) | undefined;
  /** Orders further effects; absent until the photo is paid for. */
  onOrderAgain: (() => void) | undefined;
  isOrdering: boolean;
  onOpen: (filmId: string) => void;
  onDelete: () => void;
}

/** One photo of a bucket with its status and films. */
export function PhotoTile({ photo, prompts, onPay, onOrderAgain, isOrdering, onOpen, onDelete }: PhotoTileProps) {
  const { t } = useTranslation('dashboard');
  const name = photo.originalName;
  return (
    <li className={styles.tile} id={`photo-${photo.id}`} tabIndex={-1} aria-label={name}>
      <div className={styles.parts}>
        <div className={styles.frame}>
          <PhotoImage
            url={photo.photoUrl}
            alt={t('photo.alt', { name })}
            sizes={sizesOf(photo)}
            width={photo.width}
            height={photo.height}
            focus={photo.focus}
            frameRatio={frameRatio}
          />
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
          {photo.status === 'done' && photo.versions.length === 0 ? (
            <Chip>{t('photo.filmsRemoved')}</Chip>
          ) : (
            <PhotoStatusChip status={photo.status} />
          )}
          {photo.status === 'processing' && (
            <p className={styles.preparing}>
              <Gears />
              <span>{t('photo.preparing')}</span>
            </p>
          )}
          {photo.status === 'not_paid' && photo.ProcessedContents.length === 0 && onPay && (
            <Button
              variant="quiet"
              icon={<CreditCard size={20} aria-hidden="true" />}
              aria-label={t('photo.payNamed', { name })}
              className={styles.action}
              onClick={onPay}
            >
              {t('set.pay')}
            </Button>
          )}
          <FilmList photo={photo} prompts={prompts} frameRatio={frameRatio} onOpen={onOpen} />
          {onOrderAgain && photo.status !== 'not_paid' && (
            <Button
              variant="quiet"
              icon={<Plus size={20} aria-hidden="true" />}
              aria-label={t('photo.againNamed', { name })}
              busy={isOrdering}
              className={styles.action}
              onClick={onOrderAgain}
            >
              {t('photo.again')}
            </Button>
          )}
        </div>
      </div>
    </li>
  );
}

/** One column of tiles on a phone, several on wider screens. */
function sizesOf(photo: Photo): string {
  const wider = widthInFrame(photo, frameRatio);
  return `(width < 39rem) calc(${wider} * (100vw - 2rem)), ${23 * wider}rem`;
}

/** Two rotating gears; they stand still with reduced motion. */
function Gears() {
  return (
    <svg viewBox="0 0 72 48" width="48" height="32" className={styles.gears} aria-hidden="true">
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
