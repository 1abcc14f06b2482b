import { useNavigate } from 'react-router';
import { paths } from '../paths.ts';
import { loadCode } from '../shared/load-code.ts';
import { reloadOffer } from '../ui/feedback/lazy-part.tsx';

/** Opens the upload wizard with an empty set. Its code comes only now, for most pages do without. */
export function useStartBucket(): () => void {
  const navigate = useNavigate();
  const start = async () => {
    const { clearCart } = await loadCode(() => import('../features/photos/cart/cart.ts'));
    clearCart();
    await navigate(paths.process);
  };
  return () => void start().catch(reloadOffer);
}
