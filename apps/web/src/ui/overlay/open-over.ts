import { type RouterHistory, useRouter } from '@tanstack/react-router';

/** Answers what opens a path so that closing it leads back to where the person is now: the address goes along in `r` (R4.5, R4.6). */
export function useOpenOver(): (path: string) => void {
  const router = useRouter();
  return (path) => {
    const [pathname = '', query] = path.split('?');
    const params = new URLSearchParams(query);
    params.set('r', router.state.location.href);
    (router.history as RouterHistory).push(`${pathname}?${params.toString().replaceAll('%2F', '/')}`);
  };
}
