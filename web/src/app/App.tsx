import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from 'react-router';
import { queryClient, router } from '#app/composition.ts';
import { AlertHost } from '#ui/alerts/AlertHost.tsx';
import { ToastHost } from '#ui/toast/ToastHost.tsx';
import { TooltipProvider } from '#ui/tooltip/Tooltip.tsx';

/** Providers, the pages, and above them what floats: alerts and toasts. */
export function App() {
  return (
    <QueryClientProvider client={queryClient}>
      <TooltipProvider>
        <RouterProvider router={router} />
        <AlertHost />
        <ToastHost />
      </TooltipProvider>
    </QueryClientProvider>
  );
}
