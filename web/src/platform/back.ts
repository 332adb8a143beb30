import { useNavigate } from 'react-router';

/** Goes to where the person came from; the first page of a visit has nothing of the app behind it and goes to `otherwise`. */
export function useBack(otherwise: string): () => void {
  const navigate = useNavigate();
  // The router numbers the entries of the history from the first page of a visit on.
  return () => void ((window.history.state?.idx ?? 0) === 0 ? navigate(otherwise) : navigate(-1));
}
