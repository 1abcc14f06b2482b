import { useMutation } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { fetchBucket } from '../features/content/content.api.ts';
import { paths } from '../paths.ts';
import { errorText } from '../shared/i18n.ts';
import { toast } from '../ui/toast-store.ts';

/** Loads an unpaid set, takes it into the session and goes on to the wizard, where it can be changed and paid for. */
export function usePayBucket() {
  const navigate = useNavigate();
  const pay = useMutation({
    mutationFn: async (bucketId: string) => {
      const [bucket, { openBucket }] = await Promise.all([
        fetchBucket(bucketId),
        import('../features/content/cart.ts'),
      ]);
      openBucket(bucket);
      await navigate(paths.process);
    },
    onError: (error) => toast(errorText(error), { tone: 'bad' }),
  });
  return { pay: pay.mutate, payingId: pay.isPending ? pay.variables : null };
}
