import { useLocation, useNavigate } from 'react-router';

/** Goes to where the person came from; the first page of a visit has nothing of the app behind it and goes to `otherwise`. */
export function useBack(otherwise: string): () => void {
  const navigate = useNavigate();
  const { key } = useLocation();
  return () => void (key === 'default' ? navigate(otherwise) : navigate(-1));
}
