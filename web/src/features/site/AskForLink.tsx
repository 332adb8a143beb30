import { useQuery } from '@tanstack/react-query';
import { siteOptions } from '#features/site/site.data.ts';
import { cx } from '#ui/cx.ts';

const choice = new Intl.ListFormat('en', { type: 'disjunction' });

/** Who people can ask if they can't get a code by mail. It's the same for everybody, whether or not there's an account. */
export function AskForLink() {
  const { data: site, isLoading } = useQuery(siteOptions);
  const names = (site?.run_by ?? []).map(({ name, username }) => name ?? username);
  return (
    <p className={cx('min-h-[2lh]', isLoading && 'invisible')}>
      No email on your account? Ask <bdi>{names.length === 0 ? 'whoever runs this site' : choice.format(names)}</bdi>{' '}
      for a new log-in link.
    </p>
  );
}
