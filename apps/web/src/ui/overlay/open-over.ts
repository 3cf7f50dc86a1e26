import { type RouterHistory, useRouter } from '@tanstack/react-router';

/** Returns a function that opens a path so that closing it leads back to the current address, which is passed in `r` (R4.5, R4.6). */
export function useOpenOver(): (path: string) => void {
  const router = useRouter();
  return (path) => {
    const [pathname = '', query] = path.split('?');
    const params = new URLSearchParams(query);
    params.set('r', router.state.location.href);
    (router.history as RouterHistory).push(`${pathname}?${params.toString().replaceAll('%2F', '/')}`);
  };
}
