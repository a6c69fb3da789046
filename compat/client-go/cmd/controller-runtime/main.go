// Command controller-runtime runs a manager with a cache, an elected leader and a reconciler, as operators do.
package main

import (
	"context"
	"fmt"
	"os"
	"time"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/tools/clientcmd"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"
	"sigs.k8s.io/controller-runtime/pkg/log"
	"sigs.k8s.io/controller-runtime/pkg/log/zap"
	"sigs.k8s.io/controller-runtime/pkg/metrics/server"

	"coxswain.test/client-go/steps"
)

const finalizer = "coxswain.test/copies"

var namespace = os.Getenv("COXSWAIN_NAMESPACE")

// copier keeps a Secret for every ConfigMap with the label copy=yes, and takes it away before the ConfigMap goes.
type copier struct{ client.Client }

func (c *copier) Reconcile(ctx context.Context, request ctrl.Request) (ctrl.Result, error) {
	var source corev1.ConfigMap
	if err := c.Get(ctx, request.NamespacedName, &source); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if source.Labels["copy"] != "yes" {
		return ctrl.Result{}, nil
	}
	copied := &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Name: source.Name, Namespace: source.Namespace}}
	if !source.DeletionTimestamp.IsZero() {
		if err := client.IgnoreNotFound(c.Delete(ctx, copied)); err != nil {
			return ctrl.Result{}, err
		}
		controllerutil.RemoveFinalizer(&source, finalizer)
		return ctrl.Result{}, client.IgnoreNotFound(c.Update(ctx, &source))
	}
	if controllerutil.AddFinalizer(&source, finalizer) {
		if err := c.Update(ctx, &source); err != nil {
			return ctrl.Result{}, err
		}
	}
	_, err := controllerutil.CreateOrUpdate(ctx, c.Client, copied, func() error {
		copied.Data = map[string][]byte{"value": []byte(source.Data["value"])}
		return controllerutil.SetControllerReference(&source, copied, c.Scheme())
	})
	return ctrl.Result{}, err
}

func main() {
	log.SetLogger(zap.New(zap.WriteTo(os.Stderr)))
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	config, err := clientcmd.BuildConfigFromFlags("", os.Getenv("KUBECONFIG"))
	if err != nil {
		panic(err)
	}
	direct, err := client.New(config, client.Options{})
	if err != nil {
		panic(err)
	}
	steps.Run("namespace", func() error {
		return direct.Create(ctx, &corev1.Namespace{ObjectMeta: metav1.ObjectMeta{Name: namespace}})
	})
	ended := make(chan error, 1)
	steps.Run("manager with cache and elected leader", func() error { return start(ctx, ended) })
	steps.Run("reconcile", func() error {
		return direct.Create(ctx, source(map[string]string{"value": "1"}))
	})
	steps.Run("the copy comes", func() error { return until(ctx, direct, "1") })
	steps.Run("a change is followed", func() error {
		var now corev1.ConfigMap
		if err := direct.Get(ctx, client.ObjectKeyFromObject(source(nil)), &now); err != nil {
			return err
		}
		patch := client.MergeFromWithOptions(now.DeepCopy(), client.MergeFromWithOptimisticLock{})
		now.Data["value"] = "2"
		if err := direct.Patch(ctx, &now, patch); err != nil {
			return err
		}
		return until(ctx, direct, "2")
	})
	steps.Run("a stale patch is a conflict", func() error {
		var old corev1.ConfigMap
		if err := direct.Get(ctx, client.ObjectKeyFromObject(source(nil)), &old); err != nil {
			return err
		}
		old.ResourceVersion = "1"
		patch := client.MergeFromWithOptions(old.DeepCopy(), client.MergeFromWithOptimisticLock{})
		old.Data["value"] = "3"
		err := direct.Patch(ctx, &old, patch)
		return steps.Expect(apierrors.IsConflict(err), "a stale patch: %v", err)
	})
	steps.Run("the finalizer takes the copy away", func() error {
		if err := direct.Delete(ctx, source(nil)); err != nil {
			return err
		}
		return until(ctx, direct, "")
	})
	cancel()
	steps.Run("the manager ends", func() error {
		err, _ := steps.Within(ended, "the end of the manager")
		return err
	})
}

func source(data map[string]string) *corev1.ConfigMap {
	return &corev1.ConfigMap{
		ObjectMeta: metav1.ObjectMeta{Name: "source", Namespace: namespace, Labels: map[string]string{"copy": "yes"}},
		Data:       data,
	}
}

func start(ctx context.Context, ended chan<- error) error {
	config := ctrl.GetConfigOrDie()
	manager, err := ctrl.NewManager(config, ctrl.Options{
		Cache:                         cache.Options{DefaultNamespaces: map[string]cache.Config{namespace: {}}},
		Metrics:                       server.Options{BindAddress: "0"},
		LeaderElection:                true,
		LeaderElectionID:              "copier",
		LeaderElectionNamespace:       namespace,
		LeaderElectionReleaseOnCancel: true,
	})
	if err != nil {
		return err
	}
	err = ctrl.NewControllerManagedBy(manager).
		For(&corev1.ConfigMap{}).
		Owns(&corev1.Secret{}).
		Complete(&copier{manager.GetClient()})
	if err != nil {
		return err
	}
	go func() { ended <- manager.Start(ctx) }()
	elected := make(chan error, 1)
	go func() {
		<-manager.Elected()
		elected <- nil
	}()
	_, err = steps.Within(elected, "the election")
	return err
}

// until waits for the copy to hold the value; for its end where the value is empty.
func until(ctx context.Context, c client.Client, value string) error {
	deadline := time.Now().Add(20 * time.Second)
	for {
		var copied corev1.Secret
		err := c.Get(ctx, client.ObjectKeyFromObject(source(nil)), &copied)
		if value == "" && apierrors.IsNotFound(err) || err == nil && value != "" && string(copied.Data["value"]) == value {
			return nil
		}
		if time.Now().After(deadline) {
			return fmt.Errorf("after 20 seconds the copy is %v (%v), wanted %q", copied.Data, err, value)
		}
		time.Sleep(20 * time.Millisecond)
	}
}
