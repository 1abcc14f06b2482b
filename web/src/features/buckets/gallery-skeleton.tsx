import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import styles from './gallery-skeleton.module.css';

export function GallerySkeleton() {
  return (
    <Loading className={styles.sets}>
      {[3, 2].map((photos) => (
        <div key={photos} className={styles.set}>
          <Skeleton className={styles.title} />
          <div className={styles.photos}>
            {Array.from({ length: photos }, (_, index) => (
              <Skeleton key={index} className={styles.photo} />
            ))}
          </div>
        </div>
      ))}
    </Loading>
  );
}
