export { CommentsDialog } from '#features/comments/CommentsDialog.tsx';
export { CommentsPanel } from '#features/comments/CommentsPanel.tsx';
export { commentPlace } from '#features/comments/comment-place.ts';
export { commentOptions } from '#features/comments/comments.data.ts';
