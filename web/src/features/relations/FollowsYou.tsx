/** Says that a person follows the viewer. */
export function FollowsYou() {
  return (
    <span className="inline-block shrink-0 whitespace-nowrap rounded-control bg-raised px-1.5 py-0.5 font-medium text-muted text-xs leading-tight">
      Follows you
    </span>
  );
}
