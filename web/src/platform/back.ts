import { useNavigate } from 'react-router';

/**
 * Goes back to where the person came from. On a visit's first page, there's nothing in the app to go back to, so it goes to
 * `otherwise`.
 */
export function useBack(otherwise: string): () => void {
  const navigate = useNavigate();
  // The router numbers history entries starting from a visit's first page.
  return () => void ((window.history.state?.idx ?? 0) === 0 ? navigate(otherwise) : navigate(-1));
}
