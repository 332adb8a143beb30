export { CommentsDialog } from '#features/comments/CommentsDialog.tsx';
export { CommentsPanel } from '#features/comments/CommentsPanel.tsx';
export { commentPath } from '#features/comments/comment-path.ts';
export { commentOptions } from '#features/comments/comments.data.ts';
