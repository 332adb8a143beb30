import { Outlet } from 'react-router';

export function AccountLayout() {
  return <main tabIndex={-1}><Outlet /></main>;
}
